// The fields of a form as the browser knows them.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const unkeptTypes = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/** What may be kept of a form, by name: no secrets and no files. */
export function keptControls(form: HTMLFormElement): Map<string, Control[]> {
  const controls = [...form.elements].filter(isControl)
  return Map.groupBy(controls.filter(isKept), ({ name }) => name)
}

/** What one name stands for, as the form would send it. */
export function read(controls: Control[]): string[] {
  return controls
    .filter((control) => !isToggle(control) || control.checked)
    .map(({ value }) => value)
}

/** The fields hear of it as of something typed. */
export function write(controls: Control[], values: string[]) {
  for (const [place, control] of controls.entries()) {
    if (isToggle(control)) {
      if (control.checked !== values.includes(control.value)) control.click()
    } else {
      control.value = values[place] ?? ''
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/** As it is called on the screen. */
export function labelOf(form: HTMLFormElement, name: string): string {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  return control?.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? name
}

export function focusOn(form: HTMLFormElement, name: string) {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  control?.focus()
  return control !== undefined
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

// A password that is shown for a moment is of type text meanwhile.
function isKept({ name, type, dataset }: Control) {
  return name !== '' && dataset['secret'] === undefined && !unkeptTypes.has(type)
}

function isToggle(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}
