import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { passwordRule } from '#lib/password-rule.ts'
import { landingPaths, type Role } from '#lib/session/roles.ts'
import { supabase } from '#lib/supabase.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PublicCard } from '#ui/public-page.tsx'
import { toast } from '#ui/toast.ts'
import { forgetRedeemedLink, rememberRedeemedLink, wasRedeemedHere } from './redeemed-link.ts'
import {
  abandonSignIn,
  continueSignIn,
  redeemEmailLink,
  signInErrorText,
  type Step,
} from './sign-in.ts'

// The form for the second factor is loaded on demand, because few users need it.
const SecondFactorForm = lazySection(() => import('./second-factor-form.tsx'))

const back = <BackLink href="/login">← Back to Log In</BackLink>

/** The prerendered page uses this placeholder, because the real link is unknown when the page is built. */
const defaultLink: ResetLink = { tokenHash: '', type: 'recovery' }

type ResetStage = 'password' | 'second-factor' | 'link-used-up' | 'no-role'

export function ResetPasswordPage() {
  const [params] = useSearchParams()
  const isHydrated = useHydrated()
  const link = isHydrated ? parseResetLink(params) : defaultLink
  const [stage, setStage] = useState<ResetStage>('password')
  const navigate = useNavigate()

  if (!link || stage === 'link-used-up') return <InvalidLink />
  if (stage === 'no-role') return <NoRoleYet />
  if (stage === 'second-factor') {
    const onStep = (step: Step) => step.isDone && setStage('password')
    const leave = () => void abandonSignIn().then(() => navigate('/login'))
    return (
      <PublicCard title="One more step" lead="Enter a code to save your new password." foot={back}>
        <SecondFactorForm onStep={onStep} onCancel={leave} />
      </PublicCard>
    )
  }
  return (
    <PublicCard {...cardTexts(link)} foot={back}>
      <NewPasswordForm
        link={link}
        onSecondFactor={() => setStage('second-factor')}
        onUsedUp={() => setStage('link-used-up')}
        onNoRole={() => setStage('no-role')}
        onDone={(role) => void navigate(landingPaths[role], { replace: true })}
      />
    </PublicCard>
  )
}

function cardTexts({ type }: ResetLink) {
  return type === 'invite'
    ? { title: 'Welcome to Mendwell', lead: 'Choose a password for your new account.' }
    : {
        title: 'Choose a new password',
        lead: "You'll be logged out on your other devices.",
      }
}

function NoRoleYet() {
  return (
    <PublicCard title="Your password is saved" foot={back}>
      <Notice tone="green">
        Your account has no role yet. You can log in with your new password once an admin has given
        it one.
      </Notice>
    </PublicCard>
  )
}

function InvalidLink() {
  return (
    <PublicCard title="This link doesn't work" foot={back}>
      <Notice tone="amber">
        It is incomplete, has expired or was already used. Nothing was changed.
      </Notice>
      <p>
        <a href="/forgot-password">Send me a new link</a>
      </p>
    </PublicCard>
  )
}

const schema = z
  .object({
    password: z.string().check(z.minLength(1, 'Choose a password.')),
    again: z.string(),
  })
  .check(
    z.refine(({ password, again }) => password === again, {
      path: ['again'],
      message: "The passwords don't match.",
    }),
  )

interface NewPasswordFormProps {
  link: ResetLink
  onSecondFactor: () => void
  onUsedUp: () => void
  onNoRole: () => void
  onDone: (role: Role) => void
}

/** Redeems the link only when the user saves the password, because mail programs open links to check them. */
function NewPasswordForm({ link, ...steps }: NewPasswordFormProps) {
  const form = useForm({
    schema,
    errorTextFor: signInErrorText,
    onSubmit: async ({ password }) => {
      if ((await redeem(link)) === 'used-up') return steps.onUsedUp()
      const step = await continueSignIn()
      if (!step.isDone) return steps.onSecondFactor()
      await save(password)
      await forgetRedeemedLink()
      if (step.landingPage === 'newcomer') {
        // End the session, because a user without a role cannot use the app yet.
        await abandonSignIn()
        return steps.onNoRole()
      }
      toast('Your password is saved.')
      steps.onDone(step.landingPage)
    },
  })
  return (
    <Form form={form}>
      <PasswordField
        name="password"
        label="New password"
        description={passwordRule}
        autoComplete="new-password"
      />
      <PasswordField name="again" label="Confirm new password" autoComplete="new-password" />
      <FormFailure />
      <SubmitButton fullWidth>Save password</SubmitButton>
    </Form>
  )
}

async function redeem({ tokenHash, type }: ResetLink) {
  if (await wasRedeemedHere(tokenHash)) return undefined
  try {
    await redeemEmailLink(tokenHash, type)
    return await rememberRedeemedLink(tokenHash)
  } catch (error) {
    const { code, status } = errorFieldsOf(error)
    if (code === 'otp_expired' || status === 403) return 'used-up' as const
    throw error
  }
}

async function save(password: string) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
}

interface ResetLink {
  tokenHash: string
  type: 'recovery' | 'invite'
}

function parseResetLink(params: URLSearchParams): ResetLink | undefined {
  const tokenHash = params.get('token_hash')
  const type = (['recovery', 'invite'] as const).find((known) => known === params.get('type'))
  return tokenHash && type ? { tokenHash, type } : undefined
}
