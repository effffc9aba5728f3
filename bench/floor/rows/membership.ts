/** Ids of the components on which the user has a role; `user` is an SQL expression for the user id. */
export const MINE = (user: string) => `
  select x.id from components x join memberships m on m.project_id = x.project_id where m.user_id = ${user}
  union all select m.component_id from memberships m where m.user_id = ${user} and m.component_id is not null`

/** Ids of the components that the user can read. */
export const VISIBLE = (user: string) =>
  `select x.id from components x where x.released union all ${MINE(user)}`

/** The members of a project or component by name; the column names the kind. */
export const MEMBERS = (column: 'project_id' | 'component_id') => `
  select m.id, m.user_id, m.role, m.membership_type, m.${column} as membership_id, u.name, u.email
  from memberships m join users u on u.id = m.user_id where m.${column} = $1 order by u.name, m.id`
