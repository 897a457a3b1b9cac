// Defines and reads every setting of the server. No other file reads the environment.
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { addressList, addressRanges, readSite, siteUrl } from './address-settings.ts'
import { clientSettings } from './client-settings.ts'
import { connectionSettings } from './connection-settings.ts'
import { databaseUrl, singleUrl } from './database-url.ts'
import { importSettings, readImportSettings } from './import-settings.ts'
import { jobConcurrency } from './job-settings.ts'
import { mailFrom, smtpUrl } from './mail-settings.ts'
import { readSignUpSettings, signUpSettings } from './sign-up-settings.ts'
import { readSmsService, smsCountriesSetting, smsSettings } from './sms-settings.ts'
import { readSocialClients, socialSettings } from './social-settings.ts'
import { ssoProviderSettings } from './sso-settings.ts'
import { pictureSizes, readBucket, s3Settings } from './storage-settings.ts'
import { explainUnknownSettings } from './unknown-settings.ts'
import { countParallelEmails } from '../queue/job-kinds.ts'
import { isLoopback } from '../urls.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'must be a number from 1 to 65535')
const rowCount = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
  .transform(Number)
const hours = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a number of hours from 1 to 9999')
  .transform(Number)
const days = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of days from 1 to 999')
  .transform(Number)
const secret = z.string().min(32, 'must have at least 32 characters')
const onOff = z.enum(['on', 'off'])

const nameList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(areNames, 'must list names without quotes, each once')

const plainName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must name a function, without a schema')

const functionName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,62}(\.[a-z_][a-z0-9_]{0,62})?$/, 'must name a function')
  .transform((text) => text.split('.'))

const transactionEnd = z.enum([
  'commit',
  'commit-allow-override',
  'rollback',
  'rollback-allow-override',
])

const timeZoneName = z.string().refine(isTimeZone, 'must name a time zone, such as America/Denver')

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: siteUrl.optional(),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: databaseUrl.optional(),
  POOLER_URL: singleUrl.optional(),
  REPLICA_URL: singleUrl.optional(),
  ...connectionSettings,
  JOB_CONCURRENCY: jobConcurrency.prefault(''),
  EMBEDDED_BIN: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  PRODUCT: z.string().default('supabase').transform(productFolder),
  TRUSTED_PROXIES: addressRanges.default([]),
  JWT_SECRET: secret.optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  TIME_ZONE: timeZoneName.default('America/Denver'),
  ...signUpSettings,
  REQUIRE_ADMIN_MFA: onOff.optional(),
  EXPOSED_SCHEMAS: nameList.default(['public']),
  EXTRA_SEARCH_PATH: nameList.default(['public', 'extensions']),
  MAX_ROWS: rowCount.default(1000),
  AGGREGATES: onOff.default('off'),
  PRE_REQUEST: functionName.optional(),
  OPENAPI_MODE: z
    .enum(['follow-privileges', 'ignore-privileges', 'disabled'])
    .default('follow-privileges'),
  ROOT_FUNCTION: plainName.optional(),
  PLAN_OUTPUT: onOff.default('off'),
  SERVER_TIMING: onOff.default('off'),
  TRANSACTION_END: transactionEnd.default('commit'),
  ANON_ROLE: z.enum(['anon', 'none']).default('anon'),
  JWT_AUDIENCE: z.string().default('authenticated'),
  ...clientSettings,
  MANUAL_LINKING: onOff.default('on'),
  PREPARED_STATEMENTS: onOff.optional(),
  PUBLIC_CHANNELS: z.enum(['none', 'signed-in', 'everyone']).default('signed-in'),
  PICTURE_SIZES: pictureSizes.default([48, 96, 192, 384, 768, 1536]),
  ...s3Settings,
  ...importSettings,
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  ...smsSettings,
  ...smsCountriesSetting,
  REDIRECT_URLS: addressList.default([]),
  COMPANY_SIGN_IN: ssoProviderSettings.default([]),
  ...socialSettings,
  SESSION_IDLE_HOURS: hours.default(24),
  SESSION_MAX_DAYS: days.default(30),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).optional(),
})

type Settings = z.infer<typeof settings>

export const settingNames = Object.keys(settings.shape)

export type Config = ReturnType<typeof readConfig>

export function readConfig(environment: NodeJS.ProcessEnv) {
  const unknown = explainUnknownSettings(environment, settingNames)
  if (unknown) throw new StartupFailure(unknown)
  const result = settings.safeParse(withoutEmpty(environment))
  if (!result.success) throw new StartupFailure(result.error.issues.map(describe).join('\n'))
  const given = result.data
  return Object.freeze({
    port: given.PORT,
    host: given.HOST,
    siteUrl: given.SITE_URL,
    /** The origin at which users reach the server. */
    site: readSite(given),
    dataFolder: given.DATA_DIR,
    /** The URLs of the database, one for each host. */
    databaseUrls: given.DATABASE_URL,
    /** The folder with PostgreSQL programs that replace the packaged ones. */
    embeddedBin: readEmbeddedBin(given),
    poolerUrl: readPooler(given),
    replica: readReplica(given),
    connections: { requests: given.REQUEST_CONNECTIONS, server: given.SERVER_CONNECTIONS },
    productFolder: given.PRODUCT,
    trustedProxies: given.TRUSTED_PROXIES,
    secrets: {
      jwtSecret: given.JWT_SECRET,
      anonKey: given.ANON_KEY,
      serviceRoleKey: given.SERVICE_ROLE_KEY,
    },
    seed: given.SEED,
    isLocal: isLocal(given),
    requireAdminMfa: given.REQUIRE_ADMIN_MFA,
    /** Settings that become rows of private.settings, because the SQL functions need them. */
    forSql: {
      time_zone: given.TIME_ZONE,
      signup: given.SIGNUP,
      ...(given.SITE_URL ? { site_url: given.SITE_URL } : {}),
    },
    rest: {
      schemas: given.EXPOSED_SCHEMAS,
      searchPath: given.EXTRA_SEARCH_PATH,
      maxRows: given.MAX_ROWS,
      allowsAggregates: given.AGGREGATES === 'on',
      preRequest: given.PRE_REQUEST,
      openApi: given.OPENAPI_MODE,
      rootFunction: given.OPENAPI_MODE === 'disabled' ? undefined : given.ROOT_FUNCTION,
      sendsServerTiming: given.SERVER_TIMING === 'on',
      allowsExplain: given.PLAN_OUTPUT === 'on',
      rollsBackByDefault: given.TRANSACTION_END.startsWith('rollback'),
      allowsTransactionEnd: given.TRANSACTION_END.endsWith('-allow-override'),
      anonymousRole: given.ANON_ROLE === 'none' ? undefined : given.ANON_ROLE,
      appSettings: given.APP_SETTINGS,
    },
    signUp: readSignUpSettings(given, isLocal(given)),
    /** The origins whose pages may read responses, or undefined for all origins. */
    corsOrigins: given.CORS_ORIGINS,
    allowsManualLinking: given.MANUAL_LINKING === 'on',
    jwtAudience: given.JWT_AUDIENCE,
    preparedStatements: (given.PREPARED_STATEMENTS ?? (given.POOLER_URL ? 'off' : 'on')) === 'on',
    /** The users who may join realtime channels that no policy protects. */
    publicChannels: given.PUBLIC_CHANNELS,
    redirects: given.REDIRECT_URLS,
    sessions: { idleHours: given.SESSION_IDLE_HOURS, maxDays: given.SESSION_MAX_DAYS },
    signInProviders: { sso: given.COMPANY_SIGN_IN, social: readSocialClients(given) },
    firstAdmin: readFirstAdmin(given),
    /** The bucket for files, or undefined if the server stores files on disk. */
    s3: readBucket(given),
    pictureSizes: given.PICTURE_SIZES,
    /** The source of `npm run import`. */
    import: readImportSettings(given),
    mail: {
      smtp: given.SMTP_URL,
      from: given.MAIL_FROM,
      maxConnections: countParallelEmails(given.JOB_CONCURRENCY),
    },
    jobConcurrency: given.JOB_CONCURRENCY,
    /** The SMS service. It is undefined if no phone numbers are used. */
    sms: readSmsService(given),
    /** The number prefixes to which an SMS may be sent. An empty list allows all numbers. */
    smsCountries: given.SMS_COUNTRIES ?? [],
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
  })
}

/** Returns whether only this machine can reach the server, according to the settings. */
function isLocal({ HOST: host, SITE_URL: site = 'http://localhost' }: Settings) {
  return isLoopback(host) && isLoopback(new URL(site).hostname)
}

function readFirstAdmin({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
  PRODUCT: product,
}: Settings) {
  if (email === undefined && password === undefined) return undefined
  if (product === undefined)
    throw new StartupFailure('With PRODUCT=none there are no admins: do not set ADMIN_EMAIL.')
  if (email !== undefined && password !== undefined) return { email, password }
  throw new StartupFailure('Set ADMIN_EMAIL and ADMIN_PASSWORD together, or neither.')
}

function readEmbeddedBin({ DATABASE_URL: databaseUrls, EMBEDDED_BIN: folder }: Settings) {
  if (folder === undefined || databaseUrls === undefined) return folder
  throw new StartupFailure(
    'EMBEDDED_BIN is for the embedded PostgreSQL: set it or DATABASE_URL, not both.',
  )
}

function readPooler({ DATABASE_URL: databaseUrls, POOLER_URL: pooler }: Settings) {
  if (pooler === undefined || databaseUrls !== undefined) return pooler
  throw new StartupFailure('POOLER_URL names a pooler for the database in DATABASE_URL: set both.')
}

/**
 * The replica's default of PREPARED_STATEMENTS ignores POOLER_URL, because the server connects to the replica without
 * the pooler.
 */
function readReplica({ DATABASE_URL: databaseUrls, REPLICA_URL: url, ...given }: Settings) {
  if (url === undefined) return undefined
  if (databaseUrls !== undefined) return { url, keepsSession: given.PREPARED_STATEMENTS !== 'off' }
  throw new StartupFailure('REPLICA_URL names a replica of the database in DATABASE_URL: set both.')
}

/** Omits empty settings, because Compose files write `NAME=` for a setting that is not set. */
function withoutEmpty(environment: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

function describe(issue: z.core.$ZodIssue) {
  return `The setting ${issue.path.join('.')} is not usable: ${issue.message}.`
}

function productFolder(setting: string) {
  return setting === 'none' ? undefined : resolve(setting)
}

/** Returns whether all names are valid and different. A quoted name is refused, because quotes are SQL syntax. */
function areNames(list: string[]) {
  return (
    list.every((name) => Buffer.byteLength(name) <= 63 && /^(?!".*"$)\P{Cc}+$/u.test(name)) &&
    new Set(list).size === list.length
  )
}

/** Refuses offsets such as +02:00, because PostgreSQL reads them with the opposite sign. */
function isTimeZone(name: string) {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/i.test(timeZone)
  } catch {
    return false
  }
}
