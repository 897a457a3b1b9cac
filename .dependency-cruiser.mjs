// Enforces the import rules of ARCHITECTURE.md.

const dialects = 'rest|auth|storage|realtime|functions'

/** Matches tests and their shared helpers, which are in the same folders as the tested code. */
const testCode = ['[.]test[.]tsx?$', '/testing[.]ts$', '/testing-[a-z-]+[.]tsx?$']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'server-stands-alone',
      comment:
        'The gateway imports neither the web nor the application schema. It reads SQL as files.',
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
      comment: 'The web gets data only through the API.',
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
      comment: 'All other folders use the functions of postgres/.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/postgres/', ...testCode] },
      to: { path: 'node_modules/(pg|pg-protocol)/' },
    },
    {
      name: 'environment-only-in-config',
      comment: 'Modules below main.ts get their settings as arguments.',
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
        pathNot: '^server/src/queue/errors\\.ts$',
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
      comment: 'app composes features, and features use ui and lib.',
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
        "Only one test imports the web's code: it checks how conversations survive restarts of the server.",
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
