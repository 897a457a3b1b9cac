// Describes the exposed schema as the TypeScript type `Database` for supabase-js.
import type { ClientBase } from 'pg'

interface Column {
  name: string
  type: string
  nullable: boolean
  /** True if the column has a default or an identity, or if clients may not insert it. */
  can_be_left_out: boolean
  generated: boolean
}

interface Relation {
  name: string
  is_view: boolean
  columns: Column[]
  computed: { name: string; type: string }[]
  relationships: {
    name: string
    columns: string[]
    is_one_to_one: boolean
    referenced_relation: string
    referenced_columns: string[]
  }[]
}

interface Routine {
  name: string
  args: { name: string; type: string; has_default: boolean }[]
  returns: { name: string; type: string }[] | null
  return_type: string
  is_set: boolean
}

const relationsQuery = `
  select c.relname as name, c.relkind = 'v' as is_view,
         (
           select jsonb_agg(jsonb_build_object(
             'name', a.attname, 'type', a.atttypid::regtype::text, 'nullable', not a.attnotnull,
             'can_be_left_out', a.atthasdef or a.attidentity <> ''
               or not has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert'), 'generated', a.attgenerated <> ''
           ) order by a.attname)
           from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         ) as columns,
         (
           select coalesce(jsonb_agg(jsonb_build_object('name', p.proname, 'type', p.prorettype::regtype::text)
             order by p.proname), '[]')
           from pg_proc p
           where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and p.proargtypes[0] = c.reltype
         ) as computed,
         (
           select coalesce(jsonb_agg(jsonb_build_object(
             'name', k.conname,
             'columns', (select jsonb_agg(attname order by n) from unnest(k.conkey) with ordinality u(m, n)
                         join pg_attribute on attrelid = k.conrelid and attnum = m),
             'is_one_to_one', exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique
                                      and i.indpred is null
                                      and string_to_array(i.indkey::text, ' ')::int2[] = k.conkey),
             'referenced_relation', k.confrelid::regclass::text,
             'referenced_columns', (select jsonb_agg(attname order by n) from unnest(k.confkey) with ordinality u(m, n)
                                    join pg_attribute on attrelid = k.confrelid and attnum = m)
           ) order by k.conname), '[]')
           from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'f'
             and k.confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
         ) as relationships
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by c.relname`

const routinesQuery = `
  select p.proname as name,
         (
           select coalesce(jsonb_agg(jsonb_build_object(
             'name', p.proargnames[n], 'type', t::regtype::text, 'has_default', n > p.pronargs - p.pronargdefaults
           ) order by n), '[]')
           from unnest(p.proargtypes) with ordinality as a(t, n)
         ) as args,
         (
           select jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', t::regtype::text) order by n)
           from unnest(p.proallargtypes) with ordinality as a(t, n) where p.proargmodes[n] = 't'
         ) as returns,
         p.prorettype::regtype::text as return_type, p.proretset as is_set
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_class c where p.pronargs = 1 and c.reltype = p.proargtypes[0])
  order by p.proname`

export async function describeTypes(client: ClientBase): Promise<string> {
  const { rows: relations } = await client.query<Relation>(relationsQuery)
  const { rows: routines } = await client.query<Routine>(routinesQuery)
  const kinds = new Map(
    relations.map(({ name, is_view: isView }) => [name, isView ? 'Views' : 'Tables'] as const),
  )
  const section = (title: string, entries: string[]) =>
    entries.length > 0
      ? `    ${title}: {\n${entries.join('')}    }\n`
      : `    ${title}: Record<never, never>\n`
  const list = (isView: boolean) =>
    relations
      .filter((relationship) => relationship.is_view === isView)
      .map((relationship) => relationType(relationship))
  return [
    '// The exposed schema, as supabase-js takes it. Written by `npm run contract`.\n\n',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]\n\n',
    "export type Database = {\n  __InternalSupabase: { PostgrestVersion: '13' }\n  public: {\n",
    section('Tables', list(false)),
    section('Views', list(true)),
    section(
      'Functions',
      routines.map((relationship) => routineType(relationship, kinds)),
    ),
    section('Enums', []),
    section('CompositeTypes', []),
    '  }\n}\n',
  ].join('')
}

function relationType({ name, is_view: isView, columns, computed, relationships }: Relation) {
  const row = columns.map((c) => `${c.name}: ${typeOf(c.type)}${c.nullable ? ' | null' : ''}`)
  const computedColumns = computed.map((c) => `${c.name}: ${typeOf(c.type)} | null`)
  const writableColumns = (isOptional: (column: Column) => boolean) =>
    columns
      .filter((c) => !c.generated)
      .map(
        (c) =>
          `${c.name}${isOptional(c) ? '?' : ''}: ${typeOf(c.type)}${c.nullable ? ' | null' : ''}`,
      )
  return [
    `      ${name}: {\n`,
    block('Row', [...row, ...computedColumns]),
    isView
      ? ''
      : block(
          'Insert',
          writableColumns((c) => c.nullable || c.can_be_left_out),
        ),
    isView
      ? ''
      : block(
          'Update',
          writableColumns(() => true),
        ),
    '        Relationships: [\n',
    ...relationships.map(relationshipType),
    '        ]\n      }\n',
  ].join('')
}

function relationshipType(relationship: Relation['relationships'][number]) {
  const lines = [
    `foreignKeyName: '${relationship.name}'`,
    `columns: [${relationship.columns.map((c) => `'${c}'`).join(', ')}]`,
    `isOneToOne: ${relationship.is_one_to_one}`,
    `referencedRelation: '${relationship.referenced_relation}'`,
    `referencedColumns: [${relationship.referenced_columns.map((c) => `'${c}'`).join(', ')}]`,
  ]
  return `          {\n${lines.map((line) => `            ${line}\n`).join('')}          },\n`
}

function routineType(
  { name, args, returns, return_type: type, is_set: isSet }: Routine,
  kinds: Map<string, 'Tables' | 'Views'>,
) {
  const argumentTypes = args.map((a) => `${a.name}${a.has_default ? '?' : ''}: ${typeOf(a.type)}`)
  const kind = returns ? undefined : kinds.get(type)
  const result = returns
    ? `{ ${returns.map((c) => `${c.name}: ${typeOf(c.type)}`).join('; ')} }`
    : kind
      ? `Database['public']['${kind}']['${type}']['Row']`
      : typeOf(type)
  return [
    `      ${name}: {\n`,
    `        Args: ${argumentTypes.length > 0 ? `{ ${argumentTypes.join('; ')} }` : 'Record<PropertyKey, never>'}\n`,
    `        Returns: ${result}${isSet ? '[]' : ''}\n`,
    kind ? `        SetofOptions: ${rowsOf(type, isSet)}\n` : '',
    '      }\n',
  ].join('')
}

/**
 * Describes the rows that a function returns, so that queries of supabase-js can embed related tables in these rows.
 */
function rowsOf(relation: string, isSet: boolean) {
  return `{ from: '*'; to: '${relation}'; isOneToOne: ${!isSet}; isSetofReturn: ${isSet} }`
}

function block(title: string, lines: string[]) {
  return `        ${title}: {\n${lines.map((line) => `          ${line}\n`).join('')}        }\n`
}

const types: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  boolean: 'boolean',
  jsonb: 'Json',
  inet: 'unknown',
  void: 'undefined',
}

function typeOf(type: string): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2))}[]`
  return types[type] ?? 'string'
}
