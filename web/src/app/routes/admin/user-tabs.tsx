import type { ReactNode } from 'react'
import { AdminAuditList } from '#features/audit/admin-audit.tsx'
import { AdminBidList, AdminJobBids } from '#features/bids/admin-bids.tsx'
import {
  AdminConsultations,
  AdminJobConsultations,
} from '#features/consultations/admin-consultations.tsx'
import { DocumentLinks } from '#features/documents/document-links.tsx'
import { maxBidsShown } from '#features/jobs/admin-jobs.queries.ts'
import { AdminJobList } from '#features/jobs/admin-jobs.tsx'
import { AdminPaymentList } from '#features/payments/admin-payments.tsx'
import type { UserOverview } from '#features/users/user-page/user-page.queries.ts'
import { UserSecurity } from '#features/users/user-page/user-security.tsx'
import { Section } from '#ui/page.tsx'
import { adminBidsPath } from './admin-page.tsx'

export type UserTab =
  | 'overview'
  | 'bids'
  | 'jobs'
  | 'consultations'
  | 'payments'
  | 'documents'
  | 'security'
  | 'audit'

/** The buttons for actions on the account. */
export interface AccountButtons {
  reset: ReactNode
  end: ReactNode
  ban: ReactNode
}

interface Props {
  tab: Exclude<UserTab, 'overview'>
  user: UserOverview
  buttons: AccountButtons
}

/** Renders the tabs of a user's page that are not shown at first. */
export default function OtherUserTab({ tab, user, buttons }: Props) {
  switch (tab) {
    case 'bids':
      return <AdminBidList contractorId={user.id} />
    case 'jobs':
      return (
        <AdminJobList
          facilityId={user.id}
          renderBids={(job) => (
            <AdminJobBids job={job} maxShown={maxBidsShown} allBidsPath={adminBidsPath(job.id)} />
          )}
          renderConsultations={(job) => <AdminJobConsultations job={job} />}
        />
      )
    case 'consultations':
      return <AdminConsultations consultantId={user.id} />
    case 'payments':
      return <AdminPaymentList userId={user.id} />
    case 'documents':
      return (
        <Section title="Documents">
          <DocumentLinks personId={user.id} />
        </Section>
      )
    case 'security':
      return <UserSecurity user={user} banButton={buttons.ban} endButton={buttons.end} />
    case 'audit':
      return <AdminAuditList userId={user.id} />
  }
}
