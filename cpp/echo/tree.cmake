# The echo program of one schema tree, part of tree/CMakeLists.txt when ECHO is the folder of its archive: only linked,
# from the peer's own objects.
set(echo_libraries ${ECHO}/libwirebed_echo.a ${base_libraries})
set(grpc_libraries grpc++ grpc gpr absl_synchronization)  # what the generated service uses

add_executable(wirebed-echo EXCLUDE_FROM_ALL ${message_objects} ${plain_objects})
target_link_libraries(wirebed-echo PRIVATE ${ECHO}/libwirebed_echo_main.a ${echo_libraries} ${grpc_libraries}
                      protobuf::libprotobuf pugixml::pugixml)
target_link_options(wirebed-echo PRIVATE ${WIREBED_NO_DEBUG_INFO})
set_target_properties(wirebed-echo PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${TREE}/cpp-echo
                      LINK_DEPENDS "${ECHO}/libwirebed_echo_main.a;${echo_libraries}")
