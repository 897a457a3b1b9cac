// Runs only the server and builds nothing. `npm run dev` restarts it.
import { main } from '../server/src/main.ts'

await main()
