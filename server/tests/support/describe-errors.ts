// The codes with which the rules refuse, read off the SQL.
import { glob, readFile } from 'node:fs/promises'

export interface ErrorCode {
  code: string
  status: number
}

export async function errorCodes(): Promise<ErrorCode[]> {
  const files = await Array.fromAsync(glob('supabase/code/**/*.sql'))
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const raised = text.matchAll(/app\.refuse\((\d+), '([a-z]\w+)',/g)
  const limits = text.matchAll(/app\.(?:check_limit|refuse_too_often)\('(\w+)'/g)
  const all = [
    ...[...raised].map(([, status, code = '']) => ({ code, status: Number(status) })),
    ...[...limits].map(([, name]) => ({ code: `too_many_${name}`, status: 429 })),
  ]
  const byCode = new Map(all.map((one) => [one.code, one]))
  return [...byCode.values()].toSorted((a, b) => a.code.localeCompare(b.code))
}

export async function describeErrors() {
  const lines = (await errorCodes()).map(({ code, status }) => `  ${code}: ${status},\n`)
  return [
    '// The codes with which the rules refuse, and their statuses. Written by `npm run contract`.\n\n',
    `export const errorCodes = {\n${lines.join('')}} as const\n`,
  ].join('')
}
