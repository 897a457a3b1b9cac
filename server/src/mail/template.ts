// Parses the template of an email, which consists of header lines, a blank line, and paragraphs.

export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'button'; label: string; target: string }
  | { type: 'code' }

export interface Template {
  subject: string
  /** The path of the screen to which the email leads. */
  screen: string | undefined
  blocks: readonly Block[]
}

/** The message is for the author of the template. */
export class TemplateError extends Error {}

const buttonLine = /^\[([^\][]+)\]\((\{\{(?:link|site)\}\}[^\s()]*)\)$/

export function parseTemplate(source: string): Template {
  const [head = '', ...paragraphs] = source.trim().split(/\n\s*\n/)
  const { Subject: subject, Screen: screen, ...unknown } = parseHead(head)
  if (!subject) throw new TemplateError('begins with no line "Subject: …"')
  const [extra] = Object.keys(unknown)
  if (extra) throw new TemplateError(`has the head line "${extra}"; there are Subject and Screen`)
  if (screen !== undefined && !/^\/[\w/-]*$/.test(screen)) {
    throw new TemplateError(`has the screen "${screen}", which is no path`)
  }
  return { subject, screen, blocks: paragraphs.flatMap(parseBlocks) }
}

/** Returns the names in double braces, such as {{link}}. Throws if braces contain no name. */
export function placeholdersIn(text: string) {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const invalid = /.{0,20}(?:\{\{|\}\}).{0,20}/.exec(text.replaceAll(/\{\{\w+\}\}/g, ''))
  if (invalid) throw new TemplateError(`has braces that hold no name: "${invalid[0]}"`)
  return names
}

function parseHead(head: string): Record<string, string | undefined> {
  const fields: Record<string, string> = {}
  for (const line of head.split('\n')) {
    const [, name = line, value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    fields[name] = value
  }
  return fields
}

function parseBlocks(paragraph: string): Block[] {
  const blocks: Block[] = []
  for (const line of paragraph.split('\n').map((one) => one.trim())) {
    const [, label, target] = buttonLine.exec(line) ?? []
    const last = blocks.at(-1)
    if (label && target) blocks.push({ type: 'button', label, target })
    else if (line === '{{code}}') blocks.push({ type: 'code' })
    else if (line.includes('](')) {
      throw new TemplateError(
        `has a link that does not stand alone as [Label]({{link}}): "${line}"`,
      )
    } else if (last?.type === 'paragraph') last.text += ` ${line}`
    else blocks.push({ type: 'paragraph', text: line })
  }
  return blocks
}
