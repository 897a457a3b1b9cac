/** An older page is read as a whole, because some columns depend on other rows and change without an event. */
export const maxRowAgeMs = 60_000
