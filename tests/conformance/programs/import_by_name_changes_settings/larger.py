"""Settings of a site: whoever imports this has them."""

import settings

settings.SCALE = 3.0
