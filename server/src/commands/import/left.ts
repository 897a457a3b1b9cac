// Files that stayed behind, told by bucket, reason and number, with the ids of some: a name may say whose it is.
const shown = 3

interface Group {
  bucket: string
  reason: string
  ids: string[]
}

export class Left {
  readonly #groups = new Map<string, Group>()

  get count() {
    return [...this.#groups.values()].reduce((sum, { ids }) => sum + ids.length, 0)
  }

  add({ bucket, id }: { bucket: string; id: string }, reason: string) {
    const name = `${bucket} ${reason}`
    const group = this.#groups.get(name) ?? { bucket, reason, ids: [] }
    group.ids.push(id)
    this.#groups.set(name, group)
  }

  lines() {
    return [...this.#groups.values()].map(
      ({ bucket, reason, ids }) =>
        `${bucket}: ${ids.length} ${reason}, such as ${ids.slice(0, shown).join(', ')}`,
    )
  }
}
