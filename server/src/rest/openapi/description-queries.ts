// Defines the catalog queries that describe the schema named $1. Unless $2 is 'all', the queries omit objects that the
// role has no rights to.
import { z } from 'zod'

/** If the search path is empty, PostgreSQL includes the schema in the names of custom types. */
export const withoutSearchPath = "select set_config('search_path', '', true)"

export const schemaQuery = `
  select json_build_object('description', obj_description(to_regnamespace(quote_ident($1)), 'pg_namespace'))`

export const relationsQuery = `
  select json_build_object('name', c.relname, 'description', obj_description(c.oid, 'pg_class'),
    'columns', (
      select json_agg(json_build_object(
        'name', a.attname,
        'description', col_description(c.oid, a.attnum),
        'isRequired', a.attnotnull or (t.typtype = 'd' and t.typnotnull),
        'type', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
        'default', pg_get_expr(d.adbin, d.adrelid),
        'maxLength', information_schema._pg_char_max_length(
          information_schema._pg_truetypid(a, t), information_schema._pg_truetypmod(a, t)),
        'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
          where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid))) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
  from pg_class c
  where c.relnamespace = to_regnamespace(quote_ident($1)) and c.relkind in ('r', 'p', 'f', 'v', 'm')
    and not c.relispartition
    and ($2 = 'all' or has_table_privilege(c.oid, 'select, insert, update, delete')
      or has_any_column_privilege(c.oid, 'select, insert, update'))
  order by c.relname`

export const routinesQuery = `
  select json_build_object('name', p.proname, 'description', obj_description(p.oid, 'pg_proc'),
    'isVolatile', p.provolatile = 'v',
    'parameters', (
      select coalesce(json_agg(json_build_object(
        'name', coalesce(p.proargnames[i], ''),
        'type', format_type(coalesce(p.proallargtypes[i], p.proargtypes[i - 1]), null),
        'isRequired', number <= p.pronargs - p.pronargdefaults,
        'isVariadic', coalesce(p.proargmodes[i], 'i') = 'v') order by i), '[]')
      from (
        select i, row_number() over (order by i) as number
        from generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) i
        where coalesce(p.proargmodes[i], 'i') in ('i', 'b', 'v')) inputs))
  from pg_proc p
  where p.pronamespace = to_regnamespace(quote_ident($1)) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and not exists (select from pg_depend d
      where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    and ($2 = 'all' or has_function_privilege(p.oid, 'execute'))
  order by p.proname, p.oid`

const described = z.object({ name: z.string(), description: z.string().nullable() })

export const describedSchema = described.pick({ description: true })

const describedColumn = described.extend({
  isRequired: z.boolean(),
  type: z.string(),
  default: z.string().nullable(),
  maxLength: z.number().nullable(),
  values: z.array(z.string()).nullable(),
})

export const describedRelation = described.extend({
  columns: z
    .array(describedColumn)
    .nullable()
    .transform((columns) => columns ?? []),
})

const describedParameter = z.object({
  name: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
  isVariadic: z.boolean(),
})

export const describedRoutine = described.extend({
  isVolatile: z.boolean(),
  parameters: z.array(describedParameter),
})

export type DescribedColumn = z.infer<typeof describedColumn>
export type DescribedRelation = z.infer<typeof describedRelation>
export type DescribedParameter = z.infer<typeof describedParameter>
export type DescribedRoutine = z.infer<typeof describedRoutine>
