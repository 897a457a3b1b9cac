// Tests a form that is prerendered but not hydrated yet.
import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress } from '#lib/email-schema.ts'
import { submitGuard } from '../head-texts.ts'
import { UiProvider } from '../ui-provider.tsx'
import { Form, SubmitButton } from './form.tsx'
import { TextField } from './text-fields.tsx'
import { useForm } from './use-form.ts'

const schema = z.object({ email: emailAddress })
const onSubmit = vi.fn<(values: z.infer<typeof schema>) => Promise<void>>(async () => undefined)

/** Adds the submit guard to the head of the page, as the app does. */
beforeAll(() => {
  document.head.append(
    Object.assign(document.createElement('script'), { textContent: submitGuard }),
  )
})

function Page() {
  const form = useForm({ schema, onSubmit })
  return (
    <UiProvider>
      <Form form={form} label="Demo">
        <TextField name="email" label="Email" />
        <SubmitButton>Send</SubmitButton>
      </Form>
    </UiProvider>
  )
}

/** Renders the page to HTML, and returns a function that hydrates the page. */
function renderForm() {
  onSubmit.mockClear()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<Page />)
  return () => render(<Page />, { container, hydrate: true })
}

function enter(email: string) {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
}

function submit(email: string) {
  enter(email)
  return fireEvent.submit(screen.getByRole('form', { name: 'Demo' }))
}

test('a form that is submitted before the app is ready is sent once it is', async () => {
  const takeOver = renderForm()
  const isLeftToBrowser = submit('robin@example.com')
  expect(isLeftToBrowser).toBe(false)
  expect(onSubmit).not.toHaveBeenCalled()
  takeOver()
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: 'robin@example.com' })
})

test('an early Enter does no harm', async () => {
  const takeOver = renderForm()
  submit('nobody')
  takeOver()
  expect(await screen.findByText('Enter an email address such as name@company.com.')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('nobody')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a form that nobody submitted early is not sent', () => {
  const takeOver = renderForm()
  enter('robin@example.com')
  takeOver()
  expect(screen.getByRole('form', { name: 'Demo' })).toHaveAttribute('data-ready')
  expect(onSubmit).not.toHaveBeenCalled()
})
