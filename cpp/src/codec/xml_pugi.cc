// The parts of xml that are not templates.
#include "codec/xml_pugi.h"

namespace wirebed {

About XmlPugi::about() { return {.format = "xml", .library = "pugixml", .version = pugi_codec::version()}; }

}  // namespace wirebed
