// The server alone, without building anything: `npm run dev` runs it again and again.
import { main } from '../server/src/main.ts'

await main()
