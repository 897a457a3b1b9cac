// Statements grow from pieces; what a user sent goes into the values, never into the text.
export class StatementText {
  readonly values: (string | Buffer | null)[] = []

  /** Binds a value, and gives the place that stands for it in the text. */
  bind(value: string | Buffer | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The name of a thing that exists, or of a column of the answer. */
export function name(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

export function names(identifiers: string[]): string {
  return identifiers.map(name).join(', ')
}

export function qualified({ schema, name: own }: { schema: string; name: string }): string {
  return `${name(schema)}.${name(own)}`
}

/** A list as PostgreSQL reads it from a text. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll(/["\\]/gu, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}
