// All names that begin with a prefix, page by page, or with a delimiter what lies directly behind it.
import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { invalid } from '../errors.ts'
import { bucketIn } from '../names.ts'
import { read, refuseUnsupported, text, wholeNumber } from '../read.ts'

const mostRows = 1000

const body = z.looseObject({
  prefix: text.default(''),
  cursor: z.string().max(4096).nullish(),
  limit: wholeNumber(1, 1_000_000).default(mostRows),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

type Sorting = z.output<typeof body>['sortBy']

/** Where the next page goes on: what it sorts by, and the name of the last one. */
const cursor = z.object({ by: z.string(), value: z.string(), key: z.string() })

const entry = z.object({
  key: z.string(),
  is_folder: z.boolean(),
  sorted_by: z.string(),
  object: z.record(z.string(), z.unknown()),
})

/** Times as text sort as times do: they are of one zone and one length. What has none comes before all others. */
const timeAsText = (column: string) =>
  `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`

function statementFor({ column, order }: Sorting) {
  const value = column === 'name' ? 'key' : timeAsText(column)
  // A folder is as old as the first of what lies in it.
  const folderValue = column === 'name' ? 'key' : timeAsText('first_at')
  const after = order === 'asc' ? '>' : '<'
  return `with below as (
      select o.*, position('/' in substr(o.name, length($2) + 1)) as slash
      from storage.objects o
      where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || chr(1114111)
    ),
    entries as (
      select name as key, false as is_folder, id, version, updated_at, created_at, last_accessed_at, metadata,
        null::timestamptz as first_at
      from below where $3 <> 'true' or slash = 0
      union all
      select left(name, length($2) + slash), true, null, null, null, null, null, null, min(created_at)
      from below where $3 = 'true' and slash > 0
      group by 1
    ),
    sortable as (
      select *, case when is_folder then ${folderValue} else ${value} end collate "C" as sorted_by from entries
    )
    select json_build_object('key', key, 'is_folder', is_folder, 'sorted_by', sorted_by,
      'object', json_build_object('name', key, 'key', key, 'id', id, 'version', version,
        'updated_at', updated_at, 'created_at', created_at, 'last_accessed_at', last_accessed_at,
        'metadata', metadata))
    from sortable
    where $4::text is null or (sorted_by, key collate "C") ${after} ($4::text, $5::text)
    order by sorted_by ${order}, key collate "C" ${order}
    limit $6::bigint`
}

export const listV2: Call = {
  method: 'POST',
  path: '/object/list-v2/:bucket',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const {
      prefix,
      cursor: page,
      limit,
      with_delimiter: parts,
      sortBy,
      ...rest
    } = read(body, request.body)
    refuseUnsupported(rest)
    const most = Math.min(limit, mostRows)
    const by = `${sortBy.column} ${sortBy.order}`
    const from = page ? cursorFrom(page, by) : undefined
    const values = [
      bucket,
      prefix,
      String(parts),
      from?.value ?? null,
      from?.key ?? null,
      String(most + 1),
    ]
    const caller = await callerOf(storage, request)
    const [rows = []] = await ask(storage, caller, [{ text: statementFor(sortBy), values }])
    return answer(
      rows.map((row) => entry.parse(row)),
      most,
      by,
    )
  },
}

function answer(found: z.output<typeof entry>[], most: number, by: string) {
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const hasNext = found.length > most
  const next =
    hasNext && last ? { nextCursor: pack({ by, value: last.sorted_by, key: last.key }) } : {}
  return {
    hasNext,
    ...next,
    folders: shown.filter((one) => one.is_folder).map(asFolder),
    objects: shown.filter((one) => !one.is_folder).map(({ object }) => object),
  }
}

/** Its name ends in a slash, its key does not. */
function asFolder({ key }: z.output<typeof entry>) {
  return { name: key, key: key.slice(0, -1) }
}

function pack(position: z.output<typeof cursor>) {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function cursorFrom(packed: string, by: string) {
  const { data } = cursor.safeParse(parse(Buffer.from(packed, 'base64url').toString()))
  if (data?.by !== by || `${data.value}${data.key}`.includes('\u0000')) {
    throw invalid('This continuation token belongs to another list.')
  }
  return data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
