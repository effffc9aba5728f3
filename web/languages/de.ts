import type { Catalog } from './catalog.ts'

/** The texts of the interface in German. */
export const german: Catalog = {
  },
  },
  },
  },
  },
  },
  },
  },
  },
  },
  },
  },
  },
  },
}
