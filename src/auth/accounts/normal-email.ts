/** The form an address is stored and compared in (rule A-2). */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}
