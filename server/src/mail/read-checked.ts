import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { TemplateFault } from './template.ts'

/** A file of the product's words; what is wrong with it keeps the server from starting. */
export async function readChecked<Result>(file: string, check: (source: string) => Result) {
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupFailure(
      `The mail template ${nameOf(file)} cannot be read: ${messageOf(error)}`,
    )
  })
  try {
    return check(source)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    throw new StartupFailure(`The mail template ${nameOf(file)} ${error.message}.`)
  }
}

function nameOf(file: string) {
  return relative('', file)
}
