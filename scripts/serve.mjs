// Runs the server without building anything. `npm run dev` starts this script again after each change.
import { main } from '../server/src/main.ts'

await main()
