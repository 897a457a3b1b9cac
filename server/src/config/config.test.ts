import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('settings', () => {
  test('all have safe defaults', () => {
    const config = readConfig({})
    assert.equal(config.port, 3000)
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.siteUrl, undefined)
    assert.equal(config.dataFolder, resolve('data'))
    assert.equal(config.databaseUrls, undefined)
    assert.equal(config.productFolder, resolve('supabase'))
    assert.deepEqual(config.trustedProxies, [])
    assert.equal(config.metricsToken, undefined)
    assert.deepEqual(config.forSql, { time_zone: 'America/Denver', signup: 'closed' })
    assert.equal(config.isLocal, true)
    assert.deepEqual(config.rest, {
      schemas: ['public'],
      searchPath: ['public', 'extensions'],
      maxRows: 1000,
      allowsAggregates: false,
      preRequest: undefined,
      openApi: 'follow-privileges',
      rootFunction: undefined,
      sendsServerTiming: false,
      allowsExplain: false,
      rollsBackByDefault: false,
      allowsTransactionEnd: false,
      anonymousRole: 'anon',
      appSettings: {},
    })
    assert.equal(config.jwtAudience, 'authenticated')
    assert.equal(config.preparedStatements, true)
  })

  test('count as unset if they are empty', () => {
    assert.equal(readConfig({ PORT: '', SITE_URL: '' }).port, 3000)
  })

  test('PRODUCT=none turns the application off', () => {
    assert.equal(readConfig({ PRODUCT: 'none' }).productFolder, undefined)
  })

  test('SITE_URL loses its trailing slash', () => {
    assert.equal(readConfig({ SITE_URL: 'https://work.example/' }).siteUrl, 'https://work.example')
  })

  test('TRUSTED_PROXIES accepts addresses and ranges', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,::1' })
    assert.deepEqual(trustedProxies, ['10.0.0.1', '192.168.0.0/16', '::1'])
  })
})

suite('a database', () => {
  const urlsOf = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrls

  test('with one host keeps the given URL', () => {
    const url = 'postgres://me:p%40ss@db:5432/work?sslmode=verify-full'
    assert.deepEqual(urlsOf(url), [url])
    assert.deepEqual(urlsOf('postgres:///work?host=%2Frun%2Fdb&user=me'), [
      'postgres:///work?host=%2Frun%2Fdb&user=me',
    ])
  })

  test('with several hosts in libpq form has one URL for each', () => {
    const attributes = 'target_session_attrs=read-write'
    assert.deepEqual(urlsOf(`postgres://me:a,b@one:5432,two,[::1]:5433/work?${attributes}`), [
      'postgres://me:a,b@one:5432/work',
      'postgres://me:a,b@two/work',
      'postgres://me:a,b@[::1]:5433/work',
    ])
    assert.deepEqual(urlsOf(`postgres:///work?user=me&host=one,two&port=1,2&${attributes}`), [
      'postgres:///work?user=me&host=one&port=1',
      'postgres:///work?user=me&host=two&port=2',
    ])
    assert.deepEqual(urlsOf('postgres:///work?host=one,two&port=5433'), [
      'postgres:///work?host=one&port=5433',
      'postgres:///work?host=two&port=5433',
    ])
  })

  test('behind a pooler prepares no statements unless a setting enables them', () => {
    const pooled = { DATABASE_URL: 'postgres://db/work', POOLER_URL: 'postgres://pooler/work' }
    assert.equal(readConfig(pooled).preparedStatements, false)
    assert.equal(readConfig({ ...pooled, PREPARED_STATEMENTS: 'on' }).preparedStatements, true)
  })

  test('behind a pooler prepares statements on its replica unless they are off', () => {
    const replicated = {
      DATABASE_URL: 'postgres://db/work',
      REPLICA_URL: 'postgres://standby/work',
    }
    const replica = { url: replicated.REPLICA_URL, keepsSession: true }
    assert.deepEqual(readConfig(replicated).replica, replica)
    const pooled = { ...replicated, POOLER_URL: 'postgres://pooler/work' }
    assert.deepEqual(readConfig(pooled).replica, replica)
    const unprepared = readConfig({ ...pooled, PREPARED_STATEMENTS: 'off' })
    assert.deepEqual(unprepared.replica, { ...replica, keepsSession: false })
  })

  test('needs its own URL if it has a pooler or a replica', () => {
    assert.throws(() => readConfig({ POOLER_URL: 'postgres://pooler/work' }), {
      message: /^POOLER_URL names a pooler for the database in DATABASE_URL: set both\.$/,
    })
    assert.throws(() => readConfig({ REPLICA_URL: 'postgres://standby/work' }), {
      message: /^REPLICA_URL names a replica of the database in DATABASE_URL: set both\.$/,
    })
  })
})

suite('a server counts as local', () => {
  const isLocal = (settings: NodeJS.ProcessEnv) => readConfig(settings).isLocal

  test('if its address and its site are on loopback', () => {
    assert.equal(isLocal({ HOST: 'localhost', SITE_URL: 'http://127.0.0.1:3000' }), true)
    assert.equal(isLocal({ HOST: '::1', SITE_URL: 'http://[::1]:3000' }), true)
    assert.equal(isLocal({ HOST: '0.0.0.0', SITE_URL: 'http://localhost' }), false)
    assert.equal(isLocal({ SITE_URL: 'https://work.example' }), false)
    assert.equal(isLocal({ SITE_URL: 'https://localhost.example' }), false)
  })
})

suite('a bucket', () => {
  const keys = { S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'hush' }

  test('needs a name and keys, and defaults to Amazon S3', () => {
    assert.equal(readConfig({}).s3, undefined)
    assert.deepEqual(readConfig({ S3_BUCKET: 'files', ...keys }).s3, {
      name: 'files',
      keyId: 'AKID',
      key: 'hush',
      endpoint: undefined,
      region: 'us-east-1',
      isPathStyle: false,
    })
  })

  test('on another service is addressed by path', () => {
    const otherService = { S3_BUCKET: 'files', ...keys, S3_ENDPOINT: 'https://s3.example' }
    assert.equal(readConfig(otherService).s3?.isPathStyle, true)
    assert.equal(readConfig({ ...otherService, S3_PATH_STYLE: 'off' }).s3?.isPathStyle, false)
  })

  test('with incomplete settings stops the start', () => {
    for (const partial of [{ S3_BUCKET: 'files' }, keys, { S3_REGION: 'eu-west-1' }])
      assert.throws(() => readConfig(partial), { message: /^Set S3_BUCKET, S3_ACCESS_KEY_ID and/ })
  })
})

const malformed: [name: string, ...values: string[]][] = [
  ['PORT', 'http', '0', '65536', '3000.5', '1e3', '0x10'],
  ['SITE_URL', 'work.example', 'ftp://work.example', 'https://work.example/app'],
  [
    'DATABASE_URL',
    'mysql://localhost/db',
    'localhost:5432',
    'postgres://one:5432,two:port/db',
    'postgres://one,two/db?target_session_attrs=standby',
  ],
  ['POOLER_URL', 'mysql://localhost/db', 'postgres://one,two:x/db'],
  ['REPLICA_URL', 'mysql://localhost/db', 'postgres://one,two:x/db'],
  ['TRUSTED_PROXIES', 'loopback', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1,,'],
  ['JWT_SECRET', 'short'],
  ['TIME_ZONE', 'Denver', '+02:00', "America/Denver'; drop table x"],
  ['SIGNUP', 'yes'],
  ['AUTO_CONFIRM', 'yes'],
  ['ANONYMOUS_SIGN_IN', 'yes'],
  ['MIN_PASSWORD_LENGTH', '7', '65', '100', 'long'],
  ['MANUAL_LINKING', 'yes'],
  ['CORS_ORIGINS', '*', 'app.example', 'https://app.example/', 'https://a.example,'],
  ['APP_SETTINGS', '[]', '{', '{"a b":"c"}', '{"a":1}'],
  ['EXPOSED_SCHEMAS', 'public,', 'public,public', '"Public"', 'a\nb', 'é'.repeat(32)],
  ['EXTRA_SEARCH_PATH', ',', '"$user"'],
  ['MAX_ROWS', '0', '-1', '1e3', 'all', '1000000'],
  ['PRE_REQUEST', 'check()', 'a.b.c', 'select 1'],
  ['ROOT_FUNCTION', 'public.root', 'root()', 'Root'],
  ['ANON_ROLE', 'postgres'],
  ['PREPARED_STATEMENTS', 'yes'],
  ['SEED', 'yes'],
  ['REQUIRE_ADMIN_MFA', 'true'],
  ['METRICS_TOKEN', 'short'],
  ['ADMIN_EMAIL', 'ada', 'ada@'],
  ['ADMIN_PASSWORD', 'short'],
  [
    'REDIRECT_URLS',
    'work',
    'javascript:alert(1)',
    'https://a@b.example',
    'https://work.example/?a=1',
  ],
  ['PICTURE_SIZES', '0', '15', '5000', '48,48', '48,', '96px', 'small'],
  ['S3_BUCKET', 'a', 'Upper', 'a/b'],
  [
    'S3_ENDPOINT',
    's3.example',
    'ftp://s3.example',
    'https://a:b@s3.example',
    'https://s3.example/b',
  ],
  ['S3_REGION', 'us east'],
  ['S3_PATH_STYLE', 'yes'],
  ['SESSION_IDLE_HOURS', '0', '1.5', 'day'],
  ['SESSION_MAX_DAYS', '0', '1000', '-1'],
  ['LOG_LEVEL', 'loud'],
]

suite('a malformed setting stops the start and is named', () => {
  for (const [name, ...values] of malformed) {
    for (const value of values) {
      test(`${name}=${value}`, () => {
        assert.throws(() => readConfig({ [name]: value }), {
          message: new RegExp(`^The setting ${name} is not usable: .+\\.$`),
        })
      })
    }
  }

  test('lists all malformed settings together', () => {
    assert.throws(() => readConfig({ PORT: 'x', SIGNUP: 'x' }), { message: /PORT.*\n.*SIGNUP/ })
  })
})

suite('the first admin', () => {
  const admin = { ADMIN_EMAIL: 'Ada@Example.com', ADMIN_PASSWORD: 'two gates and a hinge' }

  test('has an email and a password', () => {
    assert.deepEqual(readConfig(admin).firstAdmin, {
      email: 'ada@example.com',
      password: admin.ADMIN_PASSWORD,
    })
  })

  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const) {
    test(`is refused with ${name} alone`, () => {
      assert.throws(() => readConfig({ [name]: admin[name] }), {
        message: 'Set ADMIN_EMAIL and ADMIN_PASSWORD together, or neither.',
      })
    })
  }

  test('is refused without an application', () => {
    assert.throws(() => readConfig({ ...admin, PRODUCT: 'none' }), {
      message: /^With PRODUCT=none there are no admins/,
    })
  })
})

suite('an unknown setting stops the start', () => {
  const typos = {
    PROT: 'PORT',
    DATABASE_ULR: 'DATABASE_URL',
    SITE_URLS: 'SITE_URL',
    SIGNUPS: 'SIGNUP',
    TIME_ZONA: 'TIME_ZONE',
  }
  for (const [typo, correctName] of Object.entries(typos)) {
    test(`${typo}, a typo of ${correctName}`, () => {
      assert.throws(() => readConfig({ [typo]: 'x' }), {
        message: `The setting ${typo} is unknown. Did you mean ${correctName}?`,
      })
    })
  }

  for (const name of ['S3_FOLDER', 'SMTP_HOST', 'SMS_KEY']) {
    test(`${name}, which has our prefix`, () => {
      assert.throws(() => readConfig({ [name]: 'x' }), {
        message: `The setting ${name} is unknown. docs/operations/settings.md lists them all.`,
      })
    })
  }

  test('unless it belongs to other programs', () => {
    readConfig({
      PATH: '/bin',
      HOME: '/root',
      HOSTNAME: 'box',
      PWD: '/',
      POST: 'x',
      TIMEZONE: 'Europe/Berlin',
      npm_config_x: '1',
    })
  })
})
