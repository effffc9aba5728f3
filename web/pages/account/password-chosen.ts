const keyOf = (personId: number) => `workbench-password-${personId}`

/** Whether someone chose a password in this browser; the service does not tell which passwords it made itself. */
export function passwordChosen(personId: number): boolean {
  try {
    return localStorage.getItem(keyOf(personId)) !== null
  } catch {
    return false
  }
}

export function notePasswordChosen(personId: number): void {
  try {
    localStorage.setItem(keyOf(personId), 'chosen')
  } catch {
    // A browser that keeps nothing goes on asking.
  }
}
