// POST /object/list/:bucket lists the content of a folder, with its subfolders first.
import { z } from 'zod'
import { authenticate } from '../caller.ts'
import { queryAs } from '../database.ts'
import { bucketIdIn } from '../names.ts'
import { parseInput, refuseUnsupported, storableText, wholeNumber } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

const maxRows = 1000

const listBody = z.looseObject({
  prefix: storableText.default(''),
  search: storableText.nullish(),
  limit: wholeNumber(1, 1_000_000).default(100),
  offset: wholeNumber(0, 100_000_000).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['asc', 'desc']))
        .default('asc'),
    })
    .prefault({}),
})

/** Each entry is the part of a name that follows the folder, up to the next slash. */
function statementFor({ column, order }: { column: string; order: string }) {
  const nameOrder = column === 'name' ? order : 'asc'
  return `with below as (
      select o.*, split_part(substr(o.name, length($2) + 1), '/', 1) as part,
        position('/' in substr(o.name, length($2) + 1)) > 0 as is_folder
      from storage.objects o
      where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || chr(1114111)
    ),
    found as (select * from below where part <> '' and starts_with(lower(part), lower($3))),
    entries as (
      select part, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from found where is_folder group by part
      union all
      select part, false, id, updated_at, created_at, last_accessed_at, metadata
      from found where not is_folder
    )
    select json_build_object('name', part, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
      'last_accessed_at', last_accessed_at, 'metadata', metadata)
    from entries
    order by is_folder desc, ${column === 'name' ? '' : `${column} ${order},`} part collate "C" ${nameOrder}
    limit $4::bigint offset $5::bigint`
}

export const listObjects: Route = {
  method: 'POST',
  path: '/object/list/:bucket',
  operation: 'storage.object.list',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const { prefix, search, limit, offset, sortBy, ...rest } = parseInput(listBody, request.body)
    refuseUnsupported(rest)
    const folder = prefix.replace(/^\/+/u, '').replace(/\/*$/u, (end) => end && '/')
    const inside = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
    const values = [bucket, inside, search ?? '', String(Math.min(limit, maxRows)), String(offset)]
    const caller = await authenticate(storage, request)
    const [rows = []] = await queryAs(storage, caller, [{ text: statementFor(sortBy), values }])
    return rows
  },
}
