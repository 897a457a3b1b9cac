import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// In development the page comes from here and everything else from the server behind it.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

// Few files instead of many: what a form page needs in four. Only its own parts are named here; the others are loaded
// by the pages that have them.
const formParts = 'Button|Input|Loader|PasswordInput|TextInput|Transition|UnstyledButton|ActionIcon'
const ofOtherForms =
  'choice|long-text|money|number|date|moment|checkbox|switch|rating|field-row|form-errors|draft|kept|typed-fields'
const formPages = new RegExp(
  [
    'web/src/ui/(front/|notice|brand|ui-provider|toast\\.ts)',
    `web/src/ui/forms/(?!.*(${ofOtherForms}))`,
    'web/src/lib/(errors/|schemas/email|supabase\\.ts|kept|use-hydrated|public-config|same-origin)',
    'web/src/features/accounts/(session/|me|roles)',
    'node_modules/zod/',
  ].join('|'),
)
const groups = [
  {
    name: 'react',
    // And what draws an icon; each icon goes with the pages that have it.
    test: /node_modules\/((react|react-dom|react-router|scheduler|clsx)\/|lucide-react\/dist\/esm\/(?!icons\/))/,
  },
  {
    name: 'parts',
    test: new RegExp(`node_modules/@mantine/core/esm/(core|components/(${formParts}))/`),
  },
  // Of every page, the public one too, which has no style sheet.
  { name: 'every', test: /web\/src\/(app\/(titled|static-page)|ui\/(tokens|head))\./ },
  { name: 'forms', test: formPages },
  // In files of their own what most pages share would weigh more, and so would the list of all files.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 4 },
  { name: 'lib', test: /web\/src\/lib\/|node_modules\/@tanstack\//, minShareCount: 4 },
  {
    name: 'pages',
    test: /web\/src\/ui\/(?!forms|files|charts|menu|.*dialog|toast)/,
    minShareCount: 4,
  },
]

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
