// A mail as it stands in its file: head lines, a blank line, paragraphs.

export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'button'; label: string; target: string }
  | { type: 'code' }

export interface Template {
  subject: string
  /** The page of the web that the mail leads to. */
  screen: string | undefined
  blocks: readonly Block[]
}

/** What is wrong with a template, for whoever writes it. */
export class TemplateFault extends Error {}

const button = /^\[([^\][]+)\]\((\{\{(?:link|site)\}\}[^\s()]*)\)$/

export function parseTemplate(source: string): Template {
  const [head = '', ...paragraphs] = source.trim().split(/\n\s*\n/)
  const { Subject: subject, Screen: screen, ...unknown } = readHead(head)
  if (!subject) throw new TemplateFault('begins with no line "Subject: …"')
  const [extra] = Object.keys(unknown)
  if (extra) throw new TemplateFault(`has the head line "${extra}"; there are Subject and Screen`)
  if (screen !== undefined && !/^\/[\w/-]*$/.test(screen)) {
    throw new TemplateFault(`has the screen "${screen}", which is no path`)
  }
  return { subject, screen, blocks: paragraphs.flatMap(readBlocks) }
}

/** The names in double braces; braces that hold no name are a slip. */
export function placeholdersIn(text: string) {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const slip = /.{0,20}(?:\{\{|\}\}).{0,20}/.exec(text.replaceAll(/\{\{\w+\}\}/g, ''))
  if (slip) throw new TemplateFault(`has braces that hold no name: "${slip[0]}"`)
  return names
}

function readHead(head: string): Record<string, string | undefined> {
  const fields: Record<string, string> = {}
  for (const line of head.split('\n')) {
    const [, name = line, value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    fields[name] = value
  }
  return fields
}

function readBlocks(paragraph: string): Block[] {
  const blocks: Block[] = []
  for (const line of paragraph.split('\n').map((one) => one.trim())) {
    const [, label, target] = button.exec(line) ?? []
    const last = blocks.at(-1)
    if (label && target) blocks.push({ type: 'button', label, target })
    else if (line === '{{code}}') blocks.push({ type: 'code' })
    else if (line.includes('](')) {
      throw new TemplateFault(
        `has a link that does not stand alone as [Label]({{link}}): "${line}"`,
      )
    } else if (last?.type === 'paragraph') last.text += ` ${line}`
    else blocks.push({ type: 'paragraph', text: line })
  }
  return blocks
}
