// POST /object/list-v2/:bucket lists all names with a prefix, or one folder level if a delimiter is given.
import { z } from 'zod'
import { authenticate } from '../caller.ts'
import { queryAs } from '../database.ts'
import { invalid } from '../errors.ts'
import { bucketIdIn } from '../names.ts'
import { parseInput, refuseUnsupported, storableText, wholeNumber } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

const maxRows = 1000

const listBody = z.looseObject({
  prefix: storableText.default(''),
  cursor: z.string().max(4096).nullish(),
  limit: wholeNumber(1, 1_000_000).default(maxRows),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})

type Sorting = z.output<typeof listBody>['sortBy']

/** The position after the last row of a page: the sort order, and the row's sort value and name. */
const cursor = z.object({ by: z.string(), value: z.string(), key: z.string() })

const entry = z.object({
  key: z.string(),
  is_folder: z.boolean(),
  sorted_by: z.string(),
  object: z.record(z.string(), z.unknown()),
})

/** Returns SQL for a time as text that sorts like the time. */
const timeAsText = (column: string) =>
  `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`

function statementFor({ column, order }: Sorting) {
  const value = column === 'name' ? 'key' : timeAsText(column)
  // The time of a folder is the creation time of its oldest object.
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

export const listObjectsV2: Route = {
  method: 'POST',
  path: '/object/list-v2/:bucket',
  operation: 'storage.object.list_v2',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const {
      prefix,
      cursor: encodedCursor,
      limit,
      with_delimiter: hasDelimiter,
      sortBy,
      ...rest
    } = parseInput(listBody, request.body)
    refuseUnsupported(rest)
    const pageSize = Math.min(limit, maxRows)
    const sorting = `${sortBy.column} ${sortBy.order}`
    const after = encodedCursor ? decodeCursor(encodedCursor, sorting) : undefined
    const values = [
      bucket,
      prefix,
      String(hasDelimiter),
      after?.value ?? null,
      after?.key ?? null,
      // The extra row shows whether there is a next page.
      String(pageSize + 1),
    ]
    const caller = await authenticate(storage, request)
    const [rows = []] = await queryAs(storage, caller, [{ text: statementFor(sortBy), values }])
    return pageOf(
      rows.map((row) => entry.parse(row)),
      pageSize,
      sorting,
    )
  },
}

function pageOf(entries: z.output<typeof entry>[], pageSize: number, sorting: string) {
  const page = entries.slice(0, pageSize)
  const last = page.at(-1)
  const hasNext = entries.length > pageSize
  const nextCursor =
    hasNext && last
      ? encodeCursor({ by: sorting, value: last.sorted_by, key: last.key })
      : undefined
  return {
    hasNext,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    folders: page.filter((one) => one.is_folder).map(describeFolder),
    objects: page.filter((one) => !one.is_folder).map(({ object }) => object),
  }
}

/** A folder's `name` ends with a slash, but its `key` does not. */
function describeFolder({ key }: z.output<typeof entry>) {
  return { name: key, key: key.slice(0, -1) }
}

function encodeCursor(position: z.output<typeof cursor>) {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function decodeCursor(encoded: string, sorting: string) {
  const { data } = cursor.safeParse(parse(Buffer.from(encoded, 'base64url').toString()))
  if (data?.by !== sorting || `${data.value}${data.key}`.includes('\u0000')) {
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
