import { Welcome } from '#features/accounts/guard/welcome.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Welcome')

export default Welcome
