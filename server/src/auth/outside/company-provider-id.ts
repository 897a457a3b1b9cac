import type { Company } from '../../config/company-sign-in.ts'

/** As clients of the dialect name it. */
export const companyProviderId = ({ id }: Pick<Company, 'id'>) => `sso:${id}`
