/** Runs at most `limit` calls of an asynchronous function at once; the others start in the order they were made. */
export function limitConcurrency<Input, Output>(
  limit: number,
  run: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running >= limit) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await run(input);
    } finally {
      // The place of this call passes to the next one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
