/** `npm run demo`: the service on a throw-away database that is full of examples. */
import './app/demo/main.ts'
