import { launch } from './bundle/launch.ts'

/** `npm run admin -- COMMAND ...`: the operator's command line. */
await launch('admin')
