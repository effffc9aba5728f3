/** `npm run admin -- COMMAND ...`: the operator's command line. */
import './app/admin/main.ts'
