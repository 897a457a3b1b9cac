import { fail } from 'node:assert/strict'
import { expect, test } from './support/test.ts'
import {
  bookInOneHour,
  messageBox,
  bubbles,
  endWithoutEvent,
  newWriter,
  sendMessage,
  takePageErrors,
} from './support/conversations.ts'

test.afterEach(() => expect(takePageErrors()).toEqual([]))

// @covers 2.route.chat-consultation 8.chat.ended 4.consultation.ended
test("a consultation's chat closes when the consultation ends, without a change event", async ({
  browser,
}) => {
  const [facility, consultant] = await Promise.all([
    newWriter('facility', 'Ruth Ellison'),
    newWriter('consultant', 'Priya Raman'),
  ])
  const consultation = await bookInOneHour(facility, consultant)
  const path = `/chat/consultation/${consultation}`
  const pages = await Promise.all(
    [facility, consultant].map(async (person) => (await person.open(browser)).newPage()),
  )
  const [facilityPage, consultantPage] = [pages[0] ?? fail(), pages[1] ?? fail()]
  for (const page of pages) await page.goto(path)
  await sendMessage(facilityPage, 'Which pump?')
  await expect(bubbles(consultantPage)).toHaveText(['Which pump?'])
  await sendMessage(consultantPage, 'The small one.')
  await expect(bubbles(facilityPage)).toHaveText(['Which pump?', 'The small one.'])
  await endWithoutEvent(consultation)
  for (const page of pages) {
    await expect(page.getByRole('alert')).toHaveText(
      'This consultation has ended. Messaging is disabled.',
      { timeout: 15_000 },
    )
    await expect(messageBox(page)).toBeDisabled()
    await expect(page.getByRole('complementary').getByText('Ended')).toBeVisible()
    await page.context().close()
  }
})
