import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// In development the page comes from here and everything else from the server behind it.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

// Few files instead of many: what a form page needs in four. Only its own parts are named here; the others are loaded
// by the pages that have them.
const formParts = 'Button|Input|Loader|PasswordInput|TextInput|Transition|UnstyledButton|ActionIcon'
const ofOtherForms = 'long-form|input-fields|choice-fields|moment-field|setting-switch|draft'
const formPages = new RegExp(
  [
    'web/src/ui/(public-page|notice|brand|ui-provider|lazy|toast\\.)',
    `web/src/ui/forms/(?!.*(${ofOtherForms}))`,
    'web/src/lib/session/',
    'web/src/lib/(errors|email-schema|supabase\\.ts|local-store|use-hydrated|public-config|same-origin)',
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
  { name: 'every', test: /web\/src\/(app\/page-meta|ui\/(tokens|head))\./ },
  { name: 'forms', test: formPages },
  // What the steps of a sign-in that come later share with its first one; a new password needs some of it.
  { name: 'sign-in', test: /features\/sign-in\/sign-in(\.module|\.ts)/ },
  { name: 'ways', test: /lib\/sign-in\/(sign-in-methods|url-params)/ },
  // In files of their own what most pages share would weigh more, and so would the list of all files.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 3 },
  // But for what only dialogs, or only an admin's lists, have a use for.
  {
    name: 'lib',
    test: /web\/src\/lib\/(?!files|csv)|node_modules\/@tanstack\//,
    minShareCount: 4,
  },
  {
    name: 'pages',
    test: /web\/src\/ui\/(?!forms|files|charts|table\/(listing|csv-export)|.*menu|.*dialog|toast)/,
    minShareCount: 4,
  },
]

// Nothing here happens by reading a property or a name.
const treeshake = { propertyReadSideEffects: false, unknownGlobalSideEffects: false } as const

// Every first visit reads the list of all files, so their names are short: seven signs tell a version from billions.
const name = 'assets/[name]-[hash:7]'
const names = {
  entryFileNames: `${name}.js`,
  chunkFileNames: `${name}.js`,
  assetFileNames: `${name}[extname]`,
}

// Mantine brings fourteen colours with all their shades; these nine are used nowhere, and were a part of every first visit.
const unusedColour = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/
const withoutUnusedColours = {
  postcssPlugin: 'without-unused-colours',
  Declaration(declaration: { prop: string; remove: () => void }) {
    if (unusedColour.test(declaration.prop)) declaration.remove()
  },
}

export default defineConfig({
  plugins: [reactRouter()],
  css: { postcss: { plugins: [withoutUnusedColours] } },
  environments: {
    client: {
      build: { rolldownOptions: { treeshake, output: { ...names, codeSplitting: { groups } } } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
