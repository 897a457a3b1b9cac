// An upload from its first question to its answer.
import type { FastifyRequest } from 'fastify'
import { isConnectionLost } from '../../postgres/error-code.ts'
import type { Caller } from '../caller.ts'
import { StorageError } from '../errors.ts'
import type { Target } from '../names.ts'
import type { Storage } from '../parts.ts'
import { checkSize, checkType, type Rules } from '../rules.ts'
import { declaredSize, isForm, receive } from './body.ts'
import { mostAround } from './form.ts'
import { commit, mayBegin, type Mode } from './permission.ts'
import { saidInHeaders } from './said.ts'
import { type Kept, settle } from './settle.ts'
import { unknownType } from './type.ts'
import { hangUpOf } from './watch.ts'

export interface Upload {
  caller: Caller
  target: Target
  mode: Mode
}

export async function upload(storage: Storage, request: FastifyRequest, given: Upload) {
  const { caller, target, mode } = given
  const rules = await mayBegin(storage, caller, target, mode)
  checkHead(request, rules)
  const leaving = hangUpOf(request)
  const store = async () => {
    const bring = (path: string) => receive(request, { path, mostBytes: rules.mostBytes })
    const kept = await settle(storage, { rules, who: caller.who, bring })
    return giveName(storage, given, kept)
  }
  const id = await storage.uploads.take(caller.who, store, leaving)
  return { Id: id, Key: `${target.bucket}/${target.name}` }
}

/** What is wrong by its own words is not read. */
function checkHead(request: FastifyRequest, rules: Rules) {
  if (isForm(request)) return checkSize(rules, declaredSize(request) - mostAround)
  checkSize(rules, declaredSize(request))
  const { type } = saidInHeaders(request)
  if (type !== unknownType) checkType(rules, type)
}

/** The row comes last. Where it is refused, the bytes go; where that is not known, the sweeper finds out. */
export async function giveName(storage: Storage, { caller, target, mode }: Upload, kept: Kept) {
  try {
    return await commit(storage, caller, { target, mode, kept })
  } catch (error) {
    if (isRefusal(error)) await storage.files.remove(kept.version).catch(leaveToSweep)
    throw error
  }
}

function isRefusal(error: unknown) {
  return error instanceof StorageError && error.status < 500 && !isConnectionLost(error)
}

/** The refusal counts, and not what else failed after it. */
function leaveToSweep() {}

export function wantsUpsert({ headers }: FastifyRequest) {
  return headers['x-upsert'] === 'true'
}
