/** `npm run demo`: starts the service on a temporary database with sample data. */
import './app/demo/main.ts'
