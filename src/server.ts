import { launch } from './bundle/launch.ts'

/** The service, as `npm start` starts it. */
await launch('server')
