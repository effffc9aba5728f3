import { launch } from './bundle/launch.ts'

/** `npm run demo`: the service on a throw-away database that is full of examples. */
await launch('demo')
