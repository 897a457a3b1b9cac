import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import type { ApiClient } from './web-requests.ts'

export interface FunctionContext {
  api: ApiClient
  serviceRoleKey: string
}

/** The result of `fetch` has the type unknown, because the server checks the result when the function returns. */
export interface ServerFunction {
  fetch: (request: Request, context: FunctionContext) => unknown
}

export type Functions = Map<string, ServerFunction>

// The exported object is checked but not copied, because its methods may use `this`.
const functionModule = z.object({ default: z.custom<ServerFunction>(hasFetch) })

/** Each folder with an index.ts is a function. Other folders contain shared code. */
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
  throw new StartupFailure(`${file} is not a server function: its default export needs a fetch.`)
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
