import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The part of React Router that handles a failure to load the file of a route. */
const failureHandler = /catch \(error\) \{[^]*?window\.location\.reload\(\);[^}]*\}\);\s*\}/
const ownModule = fileURLToPath(new URL('src/lib/reload-once.ts', import.meta.url))

/**
 * Replaces a part of React Router, which reloads the page each time when the file of a route cannot be loaded. If the
 * file is missing or broken, the page would reload forever. React Router has no setting for this.
 */
export function reloadOncePlugin(): Plugin {
  return {
    name: 'reload-once',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/.*\/routeModules\.js$/ },
      handler(code) {
        if (!failureHandler.test(code)) this.error('React Router loads routes in another way now.')
        const changed = code.replace(failureHandler, 'catch (error) { return reloadOnce(error); }')
        const imported = `import { reloadOnce } from ${JSON.stringify(ownModule)}`
        return { code: `${imported}\n${changed}`, map: null }
      },
    },
  }
}
