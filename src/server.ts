/** Entry point of the service; `npm start` runs it through src/launch.ts. */
import './app/main.ts'
