/** Replaces a function of a module that its callers look up at each call. */
export function hook<T extends object, K extends keyof T>(target: T, name: K, build: (real: T[K]) => T[K]): void {
  Object.assign(target, { [name]: build(target[name]) });
}
