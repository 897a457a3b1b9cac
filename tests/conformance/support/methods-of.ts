/** Lists all methods of an object, including inherited ones. */
export function methodsOf(given: object): string[] {
  const names = new Set<string>()
  for (
    let one: unknown = given;
    one && one !== Object.prototype;
    one = Object.getPrototypeOf(one)
  ) {
    const descriptors = Object.getOwnPropertyDescriptors(one)
    for (const [name, { value }] of Object.entries(descriptors)) {
      if (typeof value === 'function') names.add(name)
    }
  }
  return [...names]
}
