/** Authentication schemes of a service with this name. */
export const buildSecuritySchemes = (serviceName: string) => ({
  session: { type: 'apiKey' as const, in: 'cookie' as const, name: `_${serviceName}_session` },
  token: {
    type: 'apiKey' as const,
    in: 'header' as const,
    name: 'Authorization',
    description: `Authorization: Token ${serviceName}_...`,
  },
})
