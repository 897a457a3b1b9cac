/** For the `ref` of a field whose step came by itself: the hands stay on the keyboard. */
export const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
