// The arrows of ARCHITECTURE.md, as rules.

const dialects = 'rest|auth|storage|realtime|functions'

/** Tests stand beside their source, and so does the code that several of them share. */
const testCode = ['[.]test[.]ts$', '/testing[.]ts$', '/testing-[a-z-]+[.]ts$']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'server-stands-alone',
      comment: 'The gateway knows neither the web nor the product; it reads SQL as files.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|supabase|scripts|bench|drills)/' },
    },
    {
      name: 'server-knows-no-tests',
      severity: 'error',
      from: { path: '^server/src/', pathNot: testCode },
      to: { path: ['^(server/)?tests/', ...testCode] },
    },
    {
      name: 'web-stands-alone',
      comment: 'The web reaches data only over the wire.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|supabase|scripts|tests|bench|drills)/' },
    },
    {
      name: 'rules-import-nothing',
      severity: 'error',
      from: { path: '^supabase/functions/' },
      to: { pathNot: '^supabase/functions/' },
    },
    {
      name: 'driver-only-in-postgres',
      comment: 'Everybody else uses what postgres/ offers.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/postgres/', ...testCode] },
      to: { path: 'node_modules/(pg|pg-protocol)/' },
    },
    {
      name: 'environment-only-in-config',
      comment: 'What is below main.ts gets the settings it needs as arguments.',
      severity: 'error',
      from: { path: '^server/src/(postgres|http|queue|mail|platform|sms)/', pathNot: testCode },
      to: { path: '^server/src/config' },
    },
    {
      name: 'dialects-are-strangers',
      severity: 'error',
      from: { path: `^server/src/(${dialects})/`, pathNot: testCode },
      to: { path: `^server/src/(${dialects})/`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'base-knows-no-dialect',
      severity: 'error',
      from: { path: '^server/src/(postgres|http|mail|sms)/', pathNot: testCode },
      to: {
        path: `^server/src/(${dialects}|queue)/`,
        pathNot: '^server/src/queue/(permanent-failure|retry-later|errors)\\.ts$',
      },
    },
    {
      name: 'features-are-strangers',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-flows-downwards',
      comment: 'app composes features; features use ui and lib.',
      severity: 'error',
      from: { path: '^web/src/(features|ui|lib)/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'conformance-is-a-black-box',
      comment:
        "One test holds the web's own memory of a conversation against a server that is restarted.",
      severity: 'error',
      from: {
        path: '^tests/(conformance|start|e2e)/',
        pathNot: '^tests/start/conversation\\.test\\.ts$',
      },
      to: { path: '^(server|web|supabase)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/(build|\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
