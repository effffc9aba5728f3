/** Development dependencies whose code is part of the built web application, so it is shipped with it. */
export const WEB_LIBRARIES = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@trpc/client',
  '@trpc/tanstack-react-query',
  '@visx/scale',
  '@visx/shape',
  'idb-keyval',
  'react',
  'react-aria-components',
  'react-dom',
]
