const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function money(amount: number): string {
  return dollars.format(amount)
}

/** What an amount means beside what was planned, in words: "$150.00 under budget". */
export function againstBudget(amount: number, budget: number): string {
  if (amount === budget) return 'on budget'
  const difference = money(Math.abs(amount - budget))
  return `${difference} ${amount < budget ? 'under' : 'over'} budget`
}
