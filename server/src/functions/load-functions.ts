import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import type { Api } from './reach-api.ts'

export interface FunctionContext {
  api: Api
  /** The server's own key. */
  serviceRoleKey: string
}

/** What it answers is looked at when it answers. */
export interface ServerFunction {
  fetch: (request: Request, context: FunctionContext) => unknown
}

export type Functions = Map<string, ServerFunction>

// Checked and not copied: the function may have a `this`.
const functionModule = z.object({ default: z.custom<ServerFunction>(hasFetch) })

/** A folder without an index.ts holds what functions share, and is none itself. */
export async function loadFunctions(productFolder: string | undefined): Promise<Functions> {
  if (productFolder === undefined) return new Map()
  const folder = join(productFolder, 'functions')
  const files = await Array.fromAsync(glob('*/index.ts', { cwd: folder }))
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, ServerFunction]> => [
        dirname(file),
        await loadFunction(join(folder, file)),
      ]),
    ),
  )
}

async function loadFunction(file: string) {
  const parsed = functionModule.safeParse(await importFile(file))
  if (parsed.success) return parsed.data.default
  throw new StartupFailure(`${file} is no server function: its default export needs a fetch.`)
}

async function importFile(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    throw new StartupFailure(`${file} cannot be loaded: ${messageOf(error)}`)
  }
}

function hasFetch(value: unknown) {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fetch' in value &&
    typeof value.fetch === 'function'
  )
}
