/** Lists all methods of an object, including inherited ones. */
export function methodsOf(object: object): string[] {
  const names = new Set<string>()
  for (
    let prototype: unknown = object;
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const descriptors = Object.getOwnPropertyDescriptors(prototype)
    for (const [name, { value }] of Object.entries(descriptors)) {
      if (typeof value === 'function') names.add(name)
    }
  }
  return [...names]
}
