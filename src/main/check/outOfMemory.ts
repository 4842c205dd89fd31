/** Child that runs out of memory: a fatal error of V8, for the check of such errors. With memory left it ends with code 3. */
const kept: unknown[] = [];
// At most half a gigabyte: the heap that this child is started with is far smaller.
for (let round = 0; round < 64; round += 1) kept.push(new Array(1_000_000).fill(round));
process.exit(kept.length > 0 ? 3 : 4);
