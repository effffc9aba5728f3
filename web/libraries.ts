import packageJson from '../package.json' with { type: 'json' }

/** The dependencies that only building needs, of the web application and of the bundle; the server imports none of them. */
export const LIBRARIES = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@trpc/client',
  '@trpc/tanstack-react-query',
  '@vitejs/plugin-react',
  'idb-keyval',
  'react',
  'react-aria-components',
  'react-dom',
  'rolldown',
  'vite',
]

// Prints their places in package.json, for `npm pkg delete` in an image that is built already.
if (import.meta.main) {
  const places = LIBRARIES.filter((name) => name in packageJson.dependencies).map(
    (name) => `dependencies.${name}`,
  )
  process.stdout.write([...places, 'overrides'].join(' '))
}
