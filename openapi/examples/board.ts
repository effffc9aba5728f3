/** Example events of a live board. */
export const BOARD = `id: 18
event: comment.triaged
data: {"actor":{"id":3,"name":"Ari Quay"},"review_id":7,"component_id":1,"at":"2026-03-16 09:30:00 UTC"}

`
